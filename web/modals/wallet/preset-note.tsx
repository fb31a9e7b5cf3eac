/** Explains why the bonus of a link is not offered: it is unavailable, or not for this amount. */
import type { DepositBonus } from '#contract/bonuses.ts'
import { useApi } from '../../api/use-api.ts'
import { usePresetBonus } from '../../features/bonuses/preset.ts'
import { useLabels } from '../../render/labels.tsx'
import styles from './bonus-chooser.module.css'

type PresetNoteProps = { currency: string; offered: DepositBonus[] }

export function PresetNote(props: PresetNoteProps) {
  const preset = usePresetBonus()
  if (preset === null || props.offered.some(({ id }) => id === preset)) return null
  return <MissingBonus id={preset} currency={props.currency} />
}

export function MissingBonus({ id, currency }: { id: string; currency: string }) {
  const t = useLabels('bonuses')
  const { data } = useApi('GET /api/game/bonuses/status', { query: { bonusIds: [id], currency } })
  const status = data?.find((item) => item.id === id)
  return (
    <p className={styles.missing} role="status">
      {status && t(status.isAvailable ? 'presetOtherAmount' : 'presetNotAvailable')}
    </p>
  )
}
