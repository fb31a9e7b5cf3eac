/** The interval of the player's reality checks. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { api, ApiError } from '../../../api/client.ts'
import { apiKey, useApi } from '../../../api/use-api.ts'
import { Card } from '../../../design/card/card.tsx'
import { Field, Select } from '../../../design/field/field.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './limits.module.css'

const route = 'GET /api/game/reality-check'

export function RealityCheckCard() {
  const t = useLabels('limits')
  const client = useQueryClient()
  const alert = useAlert()
  const { data } = useApi(route, undefined, { refetchOnMount: 'always' })
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle')
  const choose = async (intervalMinutes: number) => {
    setState('busy')
    try {
      client.setQueryData(apiKey(route), await api('PUT /api/game/reality-check', { body: { intervalMinutes } }))
      setState('saved')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState('idle')
      await alert('common', 'somethingWrong')
    }
  }
  return (
    <Card title={t('realityCheck')}>
      <p className={styles.text}>{t('realityCheckCardText')}</p>
      <Field
        label={t('realityCheckEvery')}
        hint={state === 'saved' ? t('realityCheckSaved') : t('realityCheckHint')}
        render={(control) => (
          <Select
            {...control}
            value={data?.intervalMinutes ?? ''}
            disabled={!data || state === 'busy'}
            onChange={({ target }) => void choose(Number(target.value))}
          >
            {data?.choices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t('minutes', { count: minutes })}
              </option>
            ))}
          </Select>
        )}
      />
    </Card>
  )
}
