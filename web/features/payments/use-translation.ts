/** Selects the text of a payment method in the player's locale, if available. */
import { useLocale } from '../../render/labels.tsx'

export function useTranslation(): (words: Record<string, string>) => string {
  const locale = useLocale()
  return (words) => words[locale] ?? words.en ?? Object.values(words)[0] ?? ''
}
