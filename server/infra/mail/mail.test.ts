import { afterEach, expect, test } from 'vitest'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { connectMail } from './mail.ts'

let box: PostBox

afterEach(() => box.stop())

test('a letter arrives with its sender, receiver, subject and text in any script', async () => {
  box = await startPostBox()
  const mail = connectMail(box.url, 'contact@registry.test')
  await mail.send({
    sender: 'Registre “Vert”, Mombasa',
    to: 'amina@registry.test',
    subject: 'Karibu, Zoë 🌍',
    text: 'Habari,\n\nhttps://registry.test/a?b=c\n',
  })
  const [letter] = box.letters
  expect(letter).toMatchObject({
    to: ['amina@registry.test'],
    from: 'contact@registry.test',
    subject: 'Karibu, Zoë 🌍',
  })
  expect(letter?.text).toContain('https://registry.test/a?b=c')
})

test('an address or subject cannot add receivers or headers', async () => {
  box = await startPostBox()
  const mail = connectMail(box.url, 'contact@registry.test')
  await mail.send({
    sender: 'Registry',
    to: 'a@registry.test',
    subject: 'Hello\r\nBcc: b@registry.test',
    text: '.\r\nRCPT TO:<c@registry.test>',
  })
  await mail
    .send({ sender: 'Registry', to: 'a@registry.test, b@registry.test', subject: 'Two', text: 'x' })
    .catch(() => {})
  expect(box.letters.flatMap(({ to }) => to).filter((address) => address !== 'a@registry.test')).toEqual([])
})

test('a mail server that refuses or is gone is an error to the caller', async () => {
  box = await startPostBox({ refuses: true })
  const mail = connectMail(box.url, 'contact@registry.test')
  await expect(mail.send({ sender: 'Registry', to: 'a@registry.test', subject: 'x', text: 'x' })).rejects.toThrow()
  await box.stop()
  await expect(mail.send({ sender: 'Registry', to: 'a@registry.test', subject: 'x', text: 'x' })).rejects.toThrow()
})
