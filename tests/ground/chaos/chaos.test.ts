import { onOneMachine } from './scenarios.ts'
import { testShortForms } from './short-form.ts'

testShortForms(onOneMachine)
