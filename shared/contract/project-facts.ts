import { z } from 'zod'
import { because } from '#shared/rules/failure.ts'
import { eachFact, type FactName, type FactValues, type ProjectFact, sdgs } from '#shared/rules/project-facts.ts'
import { line, quantity, units } from './fields.ts'

type FactSchemas = { [Name in FactName]: z.ZodType<FactValues[Name], FactValues[Name]> }

function schemasOf(fact: ProjectFact) {
  switch (fact.kind) {
    case 'line':
      return { shown: z.string(), stated: line(fact.max) }
    case 'quantity':
      return { shown: units.nullable(), stated: quantity.nullable() }
    case 'choice': {
      const choice = z.enum(Object.keys(fact.of) as (keyof typeof fact.of)[]).nullable()
      return { shown: choice, stated: choice }
    }
    case 'goals': {
      const goals = z.array(z.literal(sdgs))
      const isSet = (some: readonly number[]) => new Set(some).size === some.length
      return {
        shown: goals,
        stated: goals
          .max(sdgs.length)
          .refine(isSet, { error: 'name each goal once', params: because('project.twice') })
          .transform((some) => some.toSorted((one, other) => one - other)),
      }
    }
  }
}

/** Of answers. */
export const factsShown = eachFact<FactSchemas>((fact) => {
  const { shown } = schemasOf(fact)
  return fact.means === undefined ? shown : shown.describe(fact.means)
})
/** Of changes. */
export const factsStated = eachFact<FactSchemas>((fact) => schemasOf(fact).stated)
