/** A campaign's text message: the template of its purpose, with its text and, for marketing, the link to unsubscribe. */
import type { KernelDeps } from '../../deps.ts'
import type { Outgoing } from '../../messaging/index.ts'
import type { CampaignDefinition, Words } from '../campaign.ts'
import { unsubscribeAddress } from '../unsubscribe-link.ts'

type Text = Extract<Outgoing, { template: 'campaign-text' | 'announcement-text' }>

export function smsOf(
  { settings }: KernelDeps,
  { purpose }: Pick<CampaignDefinition, 'purpose'>,
  { words, player }: { words: Words; player: { id: string } },
): Text {
  const text = words.sms ?? ''
  if (purpose === 'service') return { medium: 'sms', template: 'announcement-text', values: { text } }
  const unsubscribe = unsubscribeAddress(settings, player.id, 'sms')
  return { medium: 'sms', template: 'campaign-text', values: { text, unsubscribe } }
}
