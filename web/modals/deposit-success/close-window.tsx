/** A button to close the payment window. The original window shows the progress of the deposit. */
import { useEffect, useState } from 'react'
import { Button } from '../../design/button/button.tsx'
import { isPaymentWindow } from '../../features/payments/window-mark.ts'
import { useLabels } from '../../render/labels.tsx'

/** Returns whether this is a payment window; false on the server and until hydration. */
export function usePaymentWindow(): boolean {
  const [isOne, setOne] = useState(false)
  useEffect(() => {
    setOne(isPaymentWindow())
  }, [])
  return isOne
}

export function CloseWindow() {
  const t = useLabels('wallet')
  const [isRefused, setRefused] = useState(false)
  const close = () => {
    window.close()
    // Browsers may silently refuse to close a window. If it closes, the next line has no effect.
    setTimeout(() => setRefused(true), 300)
  }
  return (
    <>
      {isRefused && <p role="status">{t('closeYourself')}</p>}
      <Button tone="primary" size="l" isWide onClick={close}>
        {t('closeWindow')}
      </Button>
    </>
  )
}
