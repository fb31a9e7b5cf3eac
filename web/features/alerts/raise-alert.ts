/** Shows an alert by name. Its type and text come from content. */
import type { Alert } from '#contract/content.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { contentQuery } from '../../render/load.ts'
import type { Navigator } from '../../render/navigate.ts'
import { useNavigator } from '../../render/router.tsx'

type Alerts = Record<string, Record<string, Alert> | undefined>

/**
 * Shows an alert: `raiseAlert(navigator, 'payments', 'depositSuccess', { amount: '€50.00' })`. An alert without a text
 * is skipped. It never rejects.
 */
export async function raiseAlert(
  { loader, visitor }: Navigator,
  file: string,
  name: string,
  values: Record<string, string> = {},
): Promise<void> {
  const alerts = (await loader.fetch(contentQuery(visitor.locale, 'alerts')).catch(() => null)) as Alerts | null
  if (!alerts) return showToast({ type: 'error', title: loader.labels.translator('errors')('title') })
  const alert = alerts[file]?.[name]
  if (!alert) return
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
  showToast({ type: alert.type, title: fill(alert.title), description: fill(alert.description) || undefined })
}

export function useAlert(): (file: string, name: string, values?: Record<string, string>) => Promise<void> {
  const navigator = useNavigator()
  return (file, name, values) => raiseAlert(navigator, file, name, values)
}
