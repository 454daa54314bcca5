// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/**
 * @title The public record of a registry's units
 *
 * One token id per asset (an issued batch of units), one token per unit. The registry's database is the system of record
 * for the accounts it keeps; this contract repeats every movement in public and counts what was issued, retired and
 * cancelled. For units in a wallet that the registry does not hold, this contract leads.
 *
 * ## Who holds what
 *
 * An account of the registry has no private key. Its holder address is `custodyOf(ref)`, the low 160 bits of
 * keccak256(abi.encode("registry.custody", ref)), where ref names the account.
 *
 * The operator can move units of custody addresses only, never those of a wallet. Proof: balances go down in `_update`
 * alone, and `_update` is reached with a `from` other than zero in three ways:
 *
 *  1. `execute`, where `from` is always `custodyOf(ref)` for a ref chosen by the operator. To reach the wallet w, whose
 *     address is the low 160 bits of the hash of a public key, the operator needs a ref with custodyOf(ref) = w: a second
 *     preimage of keccak256 cut to 160 bits, about 2^160 hashes. (A birthday search for *some* colliding pair of a key
 *     and a ref takes about 2^80 and endangers only a wallet whose owner generated it by that very search.)
 *  2. `safeTransferFrom` and `safeBatchTransferFrom`, where OpenZeppelin's ERC1155 asks that the caller is `from` or was
 *     approved by `from`. The operator has no privilege there.
 *  3. `retire`, where `from` is the caller.
 *
 * The same argument, turned round, shows that nobody but the operator moves units of a custody address: a caller with
 * that address would need its private key.
 *
 * ## Exactly once
 *
 * A batch carries one operation id. A second batch with a seen id is refused as a whole, so that a registry that does not
 * know whether its transaction arrived may always send it again.
 *
 * ## Supply
 *
 * For each token id: issued <= cap, and the sum of all balances = issued - retired - cancelled. Each branch of `_record`
 * and `retire` changes both sides by the same amount; standard transfers change neither.
 */
contract RegistryUnits is ERC1155, AccessControl, Pausable {
    using SafeCast for uint256;

    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    enum Kind {
        Open, // sets or raises the cap of a token id to `amount`
        Mint, // nothing -> account `to`
        Transfer, // account `from` -> account `to`
        Retire, // account `from` -> retired, for good
        Cancel, // account `from` -> cancelled, for good
        Withdraw // account `from` -> the wallet whose address is the low 160 bits of `to`
    }

    /// @dev `from` and `to` are account references; `document` is the hash of the claim or document behind the movement, or 0.
    struct Operation {
        Kind kind;
        uint256 tokenId;
        bytes32 from;
        bytes32 to;
        uint256 amount;
        bytes32 document;
    }

    /// @dev One storage slot. Registries count in whole units below 2^53.
    struct Supply {
        uint64 cap;
        uint64 issued;
        uint64 retired;
        uint64 cancelled;
    }

    /// @notice What was issued of a token id, what left circulation, and the most that may ever be issued.
    mapping(uint256 tokenId => Supply) public supply;

    /// @notice Whether the batch with this operation id was carried out.
    mapping(bytes32 operationId => bool) public executed;

    /// @notice One item of a batch, in the order of the batch.
    event Recorded(
        bytes32 indexed operationId,
        uint256 indexed tokenId,
        uint256 index,
        Kind kind,
        bytes32 from,
        bytes32 to,
        uint256 amount,
        bytes32 document
    );

    /// @notice A holder retired units of its own wallet.
    event RetiredByHolder(address indexed holder, uint256 indexed tokenId, uint256 amount, bytes32 document);

    error OperationSeen(bytes32 operationId);
    error CapLowered(uint256 tokenId, uint256 cap, uint256 amount);
    error CapExceeded(uint256 tokenId, uint256 cap, uint256 issued);
    error AmountMissing(uint256 tokenId);
    error AccountMissing(uint256 tokenId);
    error NotAWallet(bytes32 to);

    constructor(address admin, address operator, address pauser) ERC1155("") {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(OPERATOR_ROLE, operator);
        _grantRole(PAUSER_ROLE, pauser);
    }

    /// @notice Carries out a batch of the registry, all of it or nothing, and once.
    function execute(bytes32 operationId, Operation[] calldata operations) external onlyRole(OPERATOR_ROLE) whenNotPaused {
        if (executed[operationId]) revert OperationSeen(operationId);
        executed[operationId] = true;

        // `_update` wants arrays; one pair serves the whole batch.
        uint256[] memory ids = new uint256[](1);
        uint256[] memory amounts = new uint256[](1);
        for (uint256 i = 0; i < operations.length; ++i) {
            Operation calldata item = operations[i];
            if (item.amount == 0) revert AmountMissing(item.tokenId);
            (ids[0], amounts[0]) = (item.tokenId, item.amount);
            emit Recorded(operationId, item.tokenId, i, item.kind, item.from, item.to, item.amount, item.document);
            _record(item, ids, amounts);
        }
    }

    /// @notice Retires units of the caller's own wallet. `document` is the hash of the statement that says for whom.
    function retire(uint256 tokenId, uint256 amount, bytes32 document) external {
        if (amount == 0) revert AmountMissing(tokenId);
        supply[tokenId].retired += amount.toUint64();
        emit RetiredByHolder(_msgSender(), tokenId, amount, document);
        _burn(_msgSender(), tokenId, amount);
    }

    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    /// @notice The address that holds the units of an account that the registry keeps.
    function custodyOf(bytes32 ref) public pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encode("registry.custody", ref)))));
    }

    /// @notice The supplies of many token ids, in the order asked.
    function suppliesOf(uint256[] calldata tokenIds) external view returns (Supply[] memory supplies) {
        supplies = new Supply[](tokenIds.length);
        for (uint256 i = 0; i < tokenIds.length; ++i) supplies[i] = supply[tokenIds[i]];
    }

    function supportsInterface(bytes4 interfaceId) public view override(ERC1155, AccessControl) returns (bool) {
        return super.supportsInterface(interfaceId);
    }

    /// @dev Custody addresses have no code, so only a withdrawal asks its receiver; it is the last effect of its item.
    function _record(Operation calldata item, uint256[] memory ids, uint256[] memory amounts) private {
        Supply storage counted = supply[item.tokenId];
        uint64 amount = item.amount.toUint64();

        if (item.kind == Kind.Open) {
            if (amount < counted.cap) revert CapLowered(item.tokenId, counted.cap, amount);
            counted.cap = amount;
        } else if (item.kind == Kind.Mint) {
            uint64 issued = counted.issued + amount;
            if (issued > counted.cap) revert CapExceeded(item.tokenId, counted.cap, issued);
            counted.issued = issued;
            _update(address(0), _holder(item.to, item.tokenId), ids, amounts);
        } else if (item.kind == Kind.Transfer) {
            _update(_holder(item.from, item.tokenId), _holder(item.to, item.tokenId), ids, amounts);
        } else if (item.kind == Kind.Retire) {
            counted.retired += amount;
            _update(_holder(item.from, item.tokenId), address(0), ids, amounts);
        } else if (item.kind == Kind.Cancel) {
            counted.cancelled += amount;
            _update(_holder(item.from, item.tokenId), address(0), ids, amounts);
        } else {
            if (uint256(item.to) > type(uint160).max) revert NotAWallet(item.to);
            _safeTransferFrom(_holder(item.from, item.tokenId), address(uint160(uint256(item.to))), item.tokenId, amount, "");
        }
    }

    function _holder(bytes32 ref, uint256 tokenId) private pure returns (address) {
        if (ref == 0) revert AccountMissing(tokenId);
        return custodyOf(ref);
    }

    /// @dev A pause stops wallets too: it is meant for the discovery of a fault in this contract.
    function _update(address from, address to, uint256[] memory ids, uint256[] memory amounts) internal override whenNotPaused {
        super._update(from, to, ids, amounts);
    }
}
