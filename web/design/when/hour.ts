/** How a locale writes the hour: 8:05 AM as sentences say it, but 08:05 where a day has 24 hours. */
export function hourOf(locale: string): 'numeric' | '2-digit' {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  return hour12 ? 'numeric' : '2-digit'
}
