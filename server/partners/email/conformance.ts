/**
 * Requirements for every mail carrier. An adapter's test calls this with the means to start a server and read the mails
 * it received.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Mail, MailPort } from './port.ts'

export type Arrived = { id: string; to: string; replyTo: string | null; subject: string; text: string; html: string }
export type MailBench = {
  port: MailPort
  arrived(): Promise<Arrived[]>
  /** A carrier whose server does not respond. */
  unreachable: MailPort
}

export const sampleMail = (over: Partial<Mail> = {}): Mail => ({
  id: randomUUID(),
  to: 'reader@example.com',
  subject: 'Grüße, مرحبًا',
  text: 'Line one\n\nhttps://house.test/?a=1&b=2',
  html: '<p>Line <b>one</b> – مرحبًا</p>',
  locale: 'en',
  ...over,
})

export function mailConformance(name: string, bench: () => MailBench): void {
  test(`${name}: a mail arrives complete, in every script, with its own id`, async () => {
    const mail = sampleMail({ replyTo: 'asker@example.com' })
    expect(await bench().port.send(mail)).toEqual({ ok: true, value: undefined })
    const arrived = (await bench().arrived()).find(({ id }) => id === mail.id)!
    expect(arrived).toMatchObject({ to: mail.to, replyTo: 'asker@example.com', subject: mail.subject })
    expect(arrived.text.trim()).toBe(mail.text)
    expect(arrived.html.trim()).toBe(mail.html)
  })

  test(`${name}: a repeated mail has the same id`, async () => {
    const mail = sampleMail()
    await bench().port.send(mail)
    await bench().port.send(mail)
    const ids = (await bench().arrived()).map(({ id }) => id).filter((id) => id === mail.id)
    expect(ids.length).toBeGreaterThan(0)
  })

  test.each([
    ['to', { to: 'a@example.com\r\nBcc: victim@example.com' }],
    ['to', { to: 'a@example.com, victim@example.com' }],
    ['to', { to: '"a@example.com" <victim@example.com>' }],
    ['replyTo', { replyTo: 'b@example.com\nBcc: victim@example.com' }],
    ['subject', { subject: 'Hello\r\nBcc: victim@example.com' }],
  ])(`${name}: a %s that would add a header or a recipient is not sent (%j)`, async (_field, over) => {
    const mail = sampleMail(over)
    expect(await bench().port.send(mail)).toMatchObject({ ok: false, refusal: 'refused' })
    expect((await bench().arrived()).some(({ id, to }) => id === mail.id || to.includes('victim'))).toBe(false)
  })

  test(`${name}: without a response the mail may be sent later`, async () => {
    expect(await bench().unreachable.send(sampleMail())).toMatchObject({ ok: false, refusal: 'unavailable' })
  })
}
