import { serveOrders } from '#server/infra/orders.ts'
import { writeDisclosure } from './write-workbook.ts'

serveOrders(writeDisclosure)
