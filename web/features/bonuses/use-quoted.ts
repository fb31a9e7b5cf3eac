/** Puts the name of a bonus, which may read as a part of the sentence, in the quotation marks of the locale. */
import { useLabels } from '../../render/labels.tsx'

export function useQuoted(): (name: string) => string {
  const t = useLabels('bonuses')
  return (name) => t('quoted', { name })
}
