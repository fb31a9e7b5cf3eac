/** Selects the text of a payment method in the player's locale, if available. */
import { useLocale } from '../../render/labels.tsx'

export function useTranslation(): (texts: Record<string, string>) => string {
  const locale = useLocale()
  return (texts) => texts[locale] ?? texts.en ?? Object.values(texts)[0] ?? ''
}
