import { LRUCache } from 'lru-cache'
import { type Address, encodeAbiParameters, getAddress, type Hex, keccak256, slice, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type { Address, Hex }

/** Those who move units do it again and again, and each of these hashes takes as long as a good part of a call. */
const remembered = 10_000
const hashes = new LRUCache<string, Hex>({ max: remembered, memoMethod: (text) => keccak256(stringToHex(text)) })
const custodies = new LRUCache<Hex, Address>({ max: remembered, memoMethod: deriveCustody })

/**
 * The 32 bytes that stand for an account on chain: keccak256 of `tenant:account` in UTF-8. Neither id may hold a colon,
 * so no two accounts share a reference.
 */
export function accountRef(tenantId: string, accountId: string): Hex {
  return hashes.memo(`${tenantId}:${accountId}`)
}

/** The address that holds an account's units on chain: nobody has its key. RegistryUnits.custodyOf says why that is safe. */
export function custodyAddress(ref: Hex): Address {
  return custodies.memo(ref)
}

function deriveCustody(ref: Hex): Address {
  const hash = keccak256(encodeAbiParameters([{ type: 'string' }, { type: 'bytes32' }], ['registry.custody', ref]))
  return getAddress(slice(hash, 12))
}

/** The token id of an asset: keccak256 of `tenant:asset` in UTF-8, as a number. */
export function tokenId(tenantId: string, assetId: string): bigint {
  return BigInt(hashes.memo(`${tenantId}:${assetId}`))
}

/** The address that a private key signs for. Throws when the key is none. */
export function addressOfKey(key: Hex): Address {
  return privateKeyToAccount(key).address
}
