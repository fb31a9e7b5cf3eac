import { expect } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { registerPlayer } from '#tests/product/site-player.ts'
import type { GuidedSite } from '#tests/setup/guide.ts'

export async function check(site: GuidedSite): Promise<void> {
  const player = await registerPlayer(site)
  const claim = (currency: string) => player.call('POST', '/api/game/bonuses/gift', { currency })
  expect(await claim('XYZ')).toMatchObject({ status: 422, body: { error: { name: 'currencyNotOffered' } } })
  expect(await claim('EUR')).toMatchObject({ status: 200, body: { status: 'paid' } })
  // Once a day, in whatever currency.
  expect(await claim('USD')).toMatchObject({ status: 200, body: { status: 'paid' } })

  const { body: entries } = await player.call('GET', '/api/wallet/entries')
  expect(entries.data).toMatchObject([
    {
      kind: 'gift',
      amount: 1_00,
      before: 0,
      after: 1_00,
      currency: 'EUR',
      counterparty: 'house:rewards:EUR',
      reference: { label: 'Daily gift' },
    },
  ])
  expect(await player.cash()).toBe(1_00)
  const { body: messages } = await player.call('GET', '/api/notification/messenger/messages')
  expect(messages.data.map((message: Message) => message.content.description)).toEqual([
    expect.stringContaining('Daily gift'),
  ])
}
