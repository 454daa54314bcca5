import type { MutationsOfFile } from './mutation.ts'

export const section5Mutations: readonly MutationsOfFile[] = [
  {
    tests: 'section-5-validation',
    mutations: [
      {
        statement: 224,
        kind: 'text',
        file: 'shared/texts/en.json',
        from: '"required": "Required"',
        to: '"required": "Missing"',
      },
      {
        statement: 229,
        kind: 'message',
        file: 'shared/texts/later/en.json',
        from: '"Please select a valid image file."',
        to: '"Please choose a valid image file."',
      },
      {
        statement: 229,
        kind: 'filter',
        file: 'web/features/projects/picture-upload.tsx',
        from: "pictureTypes.includes(file.type) ? null : t('projects.imageInvalid')",
        to: 'null',
      },
      {
        statement: 230,
        kind: 'request',
        file: 'shared/contract/fields.ts',
        from: "value.normalize('NFC').trim()",
        to: "value.normalize('NFC')",
      },
      {
        statement: 231,
        kind: 'request',
        file: 'shared/contract/fields.ts',
        from: "value.normalize('NFC').trim()",
        to: "value.normalize('NFC')",
      },
      {
        statement: 232,
        kind: 'text',
        file: 'shared/texts/en.json',
        from: 'This action cannot be undone.',
        to: 'This cannot be undone.',
      },
      {
        statement: 232,
        kind: 'value',
        file: 'web/features/users/users-page.tsx',
        from: 'firstName: user.firstName, lastName: user.lastName',
        to: 'firstName: user.lastName, lastName: user.firstName',
      },
    ],
  },
]
