/** The bonus that a link opens the wallet for; null where it was opened for none. */
import { useSearch } from '../../render/router.tsx'
import { presetKey } from './preset-key.ts'

export function usePresetBonus(): string | null {
  return useSearch().get(presetKey)
}
