/** Words that come with a payment method, in the player's locale where the partner has it. */
import { useLocale } from '../../render/labels.tsx'

export function useWords(): (words: Record<string, string>) => string {
  const locale = useLocale()
  return (words) => words[locale] ?? words.en ?? Object.values(words)[0] ?? ''
}
