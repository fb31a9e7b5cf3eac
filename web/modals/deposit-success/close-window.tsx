/** In the window that was opened for a payment: the deposit is followed in the first one, and this one may go. */
import { useEffect, useState } from 'react'
import { Button } from '../../design/button/button.tsx'
import { isPaymentWindow } from '../../features/payments/partner-window.ts'
import { useLabels } from '../../render/labels.tsx'

/** False on the server and until the page is alive. */
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
    // Browsers may refuse without a word; a closed window runs nothing more.
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
