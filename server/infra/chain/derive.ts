import { LRUCache } from 'lru-cache'
import { type Address, encodeAbiParameters, getAddress, type Hex, keccak256, pad, slice, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type { Address, Hex }

/** Accounts recur, and hashing takes a good part of a call. */
const remembered = 10_000
const hashes = new LRUCache<string, Hex>({ max: remembered, memoMethod: (text) => keccak256(stringToHex(text)) })
const custodies = new LRUCache<Hex, Address>({ max: remembered, memoMethod: deriveCustody })

/** keccak256 of `tenant:account` in UTF-8, 32 bytes. Ids contain no colon, so references are unique. */
export function accountRef(tenantId: string, accountId: string): Hex {
  return hashes.memo(`${tenantId}:${accountId}`)
}

/** Holds an account's units. Nobody has its key; RegistryUnits.custodyOf explains why that is safe. */
export function custodyAddress(ref: Hex): Address {
  return custodies.memo(ref)
}

function deriveCustody(ref: Hex): Address {
  const hash = keccak256(encodeAbiParameters([{ type: 'string' }, { type: 'bytes32' }], ['registry.custody', ref]))
  return getAddress(slice(hash, 12))
}

/** An address in 32 bytes. */
export function paddedAddress(address: Address): Hex {
  return pad(address)
}

/** keccak256 of `tenant:asset` in UTF-8, as a number. */
export function tokenId(tenantId: string, assetId: string): bigint {
  return BigInt(hashes.memo(`${tenantId}:${assetId}`))
}

/** keccak256 of a log's name in UTF-8, 32 bytes. */
export function logRef(origin: string): Hex {
  return hashes.memo(origin)
}

/** Throws for an invalid private key. */
export function addressOfKey(key: Hex): Address {
  return privateKeyToAccount(key).address
}
