import { expect, test } from 'vitest'
import { guessedType } from './guessed-type.ts'

const ofProject = ['PDS', 'Measurement', 'Verification', 'Other']

test.each([
  ['PDS_v2.pdf', 'PDS'],
  ['Project-Description 2024.docx', 'PDS'],
  ['Descriptif du projet.pdf', 'PDS'],
  ['maelezo_ya_mradi.pdf', 'PDS'],
  ['MonitoringReport2023.pdf', 'Measurement'],
  ['relevés terrain.pdf', 'Measurement'],
  ['vipimo-2024.pdf', 'Measurement'],
  ['counts.xlsx', 'Measurement'],
  ['counts.CSV', 'Measurement'],
  ['verification of the monitoring.pdf', 'Verification'],
  ['Vérifié 2022.pdf', 'Verification'],
  ['ripoti ya uhakiki.pdf', 'Verification'],
  ['Monitoring/north.pdf', 'Measurement'],
  ['field.jpg', 'Other'],
  ['database.pdf', 'Other'],
  ['verification/data.csv', 'Verification'],
])('%s of a project is %s', (path, type) => {
  expect(guessedType(path, ofProject)).toBe(type)
})

test('a title of the methodology wins, the longest first', () => {
  const offered = ['Measurement', 'Plan', 'Site plan', 'Other']
  expect(guessedType('2024 site-plan, data.geojson', offered)).toBe('Site plan')
  expect(guessedType('plan.pdf', offered)).toBe('Plan')
})

test('where one standard type is offered, an unknown file is of that type', () => {
  expect(guessedType('north.pdf', ['Measurement', 'Site plan', 'Other'])).toBe('Measurement')
  expect(guessedType('audit.pdf', ['Measurement', 'Other'])).toBe('Measurement')
})

test('where no type is offered there is none', () => {
  expect(guessedType('pds.pdf', [])).toBe('')
})
