/** Tells that a round of this game is open in another currency, with a button that switches to it. */
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useAlert } from '../alerts/raise-alert.ts'
import { useAccountActions } from '../wallet/accounts.ts'
import styles from './stage-panels.module.css'

type NoticeProps = { gameId: string; currency: string; isInRound: boolean }

export function OpenRoundNotice({ gameId, currency, isInRound }: NoticeProps) {
  const t = useLabels('games')
  const alert = useAlert()
  const { switchTo } = useAccountActions()
  const [isBusy, setBusy] = useState(false)
  const { data = [] } = useApi('GET /api/game/open-rounds')
  const rounds = data.filter((round) => round.gameId === gameId)
  const [other] = rounds
  if (!other || isInRound || rounds.some((round) => round.currency === currency)) return null
  const proceed = async () => {
    setBusy(true)
    try {
      await switchTo(other.currency)
    } catch {
      await alert('common', 'somethingWrong')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.notice} role="status">
      <p>{t('roundOpenIn', { currency: other.currency })}</p>
      <Button size="s" isBusy={isBusy} onClick={() => void proceed()}>
        {t('switchToContinue', { currency: other.currency })}
      </Button>
    </div>
  )
}
