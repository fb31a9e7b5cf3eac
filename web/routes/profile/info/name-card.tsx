/** The consent to show the nickname to other players, which is saved immediately. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#contract/identity.ts'
import { api, ApiError } from '../../../api/client.ts'
import { writeApi } from '../../../api/use-api.ts'
import { Card } from '../../../design/card/card.tsx'
import { Checkbox } from '../../../design/field/field.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './info.module.css'

export function NameCard({ profile: { nickname, showsNickname, publicName } }: { profile: Profile }) {
  const t = useLabels('profile')
  const client = useQueryClient()
  const alert = useAlert()
  /** The chosen value while it is being saved. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const choose = async (isShown: boolean) => {
    if (chosen !== null) return
    setChosen(isShown)
    try {
      const saved = await api('PUT /api/player/profile', { body: { showsNickname: isShown } })
      writeApi(client, 'GET /api/player/profile', undefined, () => saved)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await alert('common', 'somethingWrong')
    } finally {
      setChosen(null)
    }
  }
  if (!nickname) return null
  return (
    <Card title={t('publicName')}>
      <p className={styles.nameNote}>{t('publicNameText')}</p>
      <Checkbox checked={chosen ?? showsNickname} onChange={({ target }) => void choose(target.checked)}>
        {t('showNickname', { nickname })}
      </Checkbox>
      <p className={styles.publicName} role="status">
        {t('publicNameSeen')} <bdi>{publicName}</bdi>
      </p>
    </Card>
  )
}
