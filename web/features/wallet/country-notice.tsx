/** The notice that replaces a deposit or bonus in a restricted country. It explains what is still available. */
import { useContent } from '../../api/use-content.ts'
import { buttonClass } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'

type Words = { playTitle: string; playText: string; withdrawLabel: string }

export function CountryNotice() {
  const texts = useContent<Words>('layout', 'restricted')
  return (
    <Empty
      icon="globe"
      title={texts.playTitle ?? ''}
      action={
        <ModalLink modal="wallet" value="withdraw" className={buttonClass} data-tone="primary">
          {texts.withdrawLabel}
        </ModalLink>
      }
    >
      {texts.playText}
    </Empty>
  )
}
