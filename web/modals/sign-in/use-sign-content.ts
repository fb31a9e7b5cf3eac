/** Reads the content of the sign-in and sign-up modals. It is null while loading, and has defaults on failure. */
import { useApi } from '../../api/use-api.ts'
import { useLocale } from '../../render/labels.tsx'
import type { Promo } from './promo-panel.tsx'

export type SignContent = {
  promo: Promo | null
  /** The tabs to show: `both`, `email` or `phone`. */ display: unknown
  asksBeforeClosing: boolean
  alerts: Record<string, { type: 'error' | 'info' | 'success' | 'warning'; title: string; description: string }>
}

export function useSignContent(modal: 'sign-in' | 'sign-up'): SignContent | null {
  const locale = useLocale()
  const modals = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'modals' } })
  const alerts = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'alerts' } })
  if (modals.isPending || alerts.isPending) return null
  const { promo = null, display } = (modals.data?.[modal] ?? {}) as { promo?: Promo; display?: unknown }
  const cancel = modals.data?.['sign-up-cancel'] as { isShown?: boolean } | undefined
  return {
    promo,
    display,
    asksBeforeClosing: cancel?.isShown !== false,
    alerts: (alerts.data?.profile ?? {}) as SignContent['alerts'],
  }
}
