import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { serveOrders } from '#server/infra/orders.ts'

// Takes the processor time of this thread and none of the pool that files and look-ups of names wait for.
serveOrders((order: Argon2Parameters) => new Uint8Array(argon2Sync('argon2id', order)))
