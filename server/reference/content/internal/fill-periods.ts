import type { Settings } from '../../../settings.ts'

/** Placeholders of pages. */
export const periodNames = ['chatRetention', 'guestChatRetention', 'affiliateTag'] as const

/** Replaces `{chatRetention}`, `{guestChatRetention}` and `{affiliateTag}` in a page by the periods of the settings. */
export function fillPeriods(
  lines: readonly string[],
  locale: string,
  { chat, affiliateTagDays }: Pick<Settings, 'chat' | 'affiliateTagDays'>,
): string[] {
  const days: Record<(typeof periodNames)[number], number> = {
    chatRetention: chat.retentionDays,
    guestChatRetention: chat.guestRetentionDays,
    affiliateTag: affiliateTagDays,
  }
  const unit = new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return lines.map((line) =>
    Object.entries(days).reduce((text, [name, count]) => text.replaceAll(`{${name}}`, unit.format(count)), line),
  )
}
