import type { Feature } from '#server/feature.ts'
import { providersOf } from '#server/providers/providers.ts'
import {
  decideMeasurement,
  listMeasurementProviders,
  listMeasurements,
  openMeasurement,
  readMeasurement,
  submitMeasurement,
} from '#shared/contract/measurements.ts'
import { decideOn, open, submit } from './measurement-acts.ts'
import { measurementFor, measurementsFor } from './measurements.ts'

export const measurementRoutes: Feature = (serve, deps) => {
  serve(listMeasurements, ({ actor, query }) => measurementsFor(deps, actor, query))
  serve(readMeasurement, ({ actor, params }) => measurementFor(deps, actor, params.measurementId))
  serve(listMeasurementProviders, ({ actor, query }) => providersOf(deps, actor, 'measurement provider', query))
  serve(openMeasurement, ({ actor, body }) => open(deps, actor, body))
  serve(submitMeasurement, ({ actor, params, body }) => submit(deps, actor, params.measurementId, body))
  serve(decideMeasurement, ({ actor, params, body }) => decideOn(deps, actor, params.measurementId, body))
}
