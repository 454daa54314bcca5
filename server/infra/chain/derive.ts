import { type Address, encodeAbiParameters, getAddress, type Hex, keccak256, slice, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type { Address, Hex }

/**
 * The 32 bytes that stand for an account on chain: keccak256 of `tenant:account` in UTF-8. Neither id may hold a colon,
 * so no two accounts share a reference.
 */
export function accountRef(tenantId: string, accountId: string): Hex {
  return keccak256(stringToHex(`${tenantId}:${accountId}`))
}

/** The address that holds an account's units on chain: nobody has its key. RegistryUnits.custodyOf says why that is safe. */
export function custodyAddress(ref: Hex): Address {
  const hash = keccak256(encodeAbiParameters([{ type: 'string' }, { type: 'bytes32' }], ['registry.custody', ref]))
  return getAddress(slice(hash, 12))
}

/** The token id of an asset: keccak256 of `tenant:asset` in UTF-8, as a number. */
export function tokenId(tenantId: string, assetId: string): bigint {
  return BigInt(keccak256(stringToHex(`${tenantId}:${assetId}`)))
}

/** The address that a private key signs for. Throws when the key is none. */
export function addressOfKey(key: Hex): Address {
  return privateKeyToAccount(key).address
}
