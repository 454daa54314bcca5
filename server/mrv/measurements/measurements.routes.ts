import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { providersOf } from '#server/mrv/providers/providers.ts'
import { exportMeasurements } from '#shared/contract/exports.ts'
import * as contract from '#shared/contract/measurements.ts'
import { decideMeasurement, openMeasurement, rescheduleMeasurement, submitMeasurement } from './measurement-acts.ts'
import { measurementFor, measurementHistory, measurementsFor } from './measurements.ts'

export const measurementRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(contract.listMeasurements, ({ actor, query }) => measurementsFor(deps, actor, query))
  serveExport(serve, exportMeasurements, ({ actor, query }) => measurementsFor(deps, actor, query))
  serve(contract.readMeasurement, ({ actor, params }) => measurementFor(deps, actor, params.measurementId))
  serve(contract.readMeasurementHistory, ({ actor, params }) => measurementHistory(deps, actor, params.measurementId))
  serve(contract.listMeasurementProviders, ({ actor, query }) =>
    providersOf(deps, actor, 'measurement provider', query),
  )
  serve(contract.openMeasurement, ({ actor, body }) => openMeasurement(deps, actor, body))
  serve(contract.rescheduleMeasurement, ({ actor, params, body }) =>
    rescheduleMeasurement(deps, actor, params.measurementId, body),
  )
  serve(contract.submitMeasurement, ({ actor, params, body }) =>
    submitMeasurement(deps, actor, params.measurementId, body),
  )
  serve(contract.decideMeasurement, ({ actor, params, body }) =>
    decideMeasurement(deps, actor, params.measurementId, body),
  )
}
