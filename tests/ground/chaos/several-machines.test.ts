import { onSeveralMachines } from './scenarios.ts'
import { testShortForms } from './short-form.ts'

testShortForms(onSeveralMachines)
