/** The bonus preset by a wallet link; null when there is none. */
import { useSearch } from '../../render/router.tsx'
import { presetKey } from './preset-key.ts'

export function usePresetBonus(): string | null {
  return useSearch().get(presetKey)
}
