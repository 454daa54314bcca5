// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC1155} from "solady/src/tokens/ERC1155.sol";

/**
 * @title The smallest ERC-1155 that issues and burns in batches: the limit of bench/gas.ts
 *
 * Anybody may call it: no roles, operation id, cap, supply or document.
 */
contract LeanUnits is ERC1155 {
    function mintAll(address[] calldata to, uint256[] calldata ids, uint256[] calldata amounts) external {
        for (uint256 i = 0; i < to.length; ++i) _mint(to[i], ids[i], amounts[i], "");
    }

    function burnAll(address[] calldata from, uint256[] calldata ids, uint256[] calldata amounts) external {
        for (uint256 i = 0; i < from.length; ++i) _burn(from[i], ids[i], amounts[i]);
    }

    function uri(uint256) public pure override returns (string memory) {
        return "";
    }
}
