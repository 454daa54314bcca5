import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { serveOrders } from '#server/infra/orders.ts'

// Blocks only this thread, not the libuv pool of files and name look-ups.
serveOrders((order: Argon2Parameters) => new Uint8Array(argon2Sync('argon2id', order)))
