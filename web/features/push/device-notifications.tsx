/** The card that shows and switches push notifications on this device. Only its page loads this chunk. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { apiKey, useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Checkbox } from '../../design/field/field.tsx'
import { useLabels } from '../../render/labels.tsx'
import { type Device, type DeviceState, readState, switchOff, switchOn, thisDevice } from './device-state.ts'

const route = 'GET /api/notification/push'

export default function DeviceNotifications() {
  const client = useQueryClient()
  const { data: push } = useApi(route)
  const [device, setDevice] = useState<Device | null>(null)
  const [state, setState] = useState<DeviceState | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const read = useCallback(async () => {
    if (!push) return
    const found = await thisDevice()
    setDevice(found)
    setState(await readState(found, push))
  }, [push])
  useEffect(() => {
    void read()
  }, [read])
  if (!push || !device || !state) return null
  const act = async (work: () => Promise<typeof push | null>) => {
    setBusy(true)
    setFailed(false)
    const stored = await work().catch(() => null)
    if (stored) client.setQueryData(apiKey(route), stored)
    else {
      setFailed(true)
      await read()
    }
    setBusy(false)
  }
  return (
    <DeviceView
      state={state}
      isBusy={isBusy}
      hasFailed={hasFailed}
      onSwitch={(isOn, receivesOffers) =>
        void act(() => (isOn ? switchOn(device, push, receivesOffers) : switchOff(device)))
      }
    />
  )
}

type ViewProps = {
  state: DeviceState
  isBusy: boolean
  hasFailed: boolean
  onSwitch: (isOn: boolean, receivesOffers: boolean) => void
}

export function DeviceView({ state, isBusy, hasFailed, onSwitch }: ViewProps) {
  const t = useLabels('marketing')
  const isOn = state.kind === 'on'
  const canSwitch = isOn || state.kind === 'off'
  return (
    <Card
      title={t('deviceTitle')}
      aside={
        canSwitch && (
          <Button
            size="s"
            tone={isOn ? 'quiet' : 'primary'}
            isBusy={isBusy}
            aria-pressed={isOn}
            onClick={() => onSwitch(!isOn, false)}
          >
            {t(isOn ? 'deviceSwitchOff' : 'deviceSwitchOn')}
          </Button>
        )
      }
    >
      <p>{t(`device_${state.kind}`)}</p>
      {hasFailed && <p role="alert">{t('deviceFailed')}</p>}
      {isOn && (
        <Checkbox
          checked={state.receivesOffers}
          disabled={isBusy}
          onChange={({ target }) => onSwitch(true, target.checked)}
        >
          {t('deviceOffers')}
        </Checkbox>
      )}
    </Card>
  )
}
