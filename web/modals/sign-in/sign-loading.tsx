/** Placeholders for the sign-in or sign-up modal while its content loads. */
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useLabels } from '../../render/labels.tsx'
import { ModalBody, ModalTitle } from '../modal-frame.tsx'
import promo from './promo-panel.module.css'
import split from './sign-split.module.css'

/** `fields` is the form's minimum number of fields. */
export function SignLoading({ title, fields }: { title: string; fields: number }) {
  const t = useLabels('identity')
  return (
    <div className={split.split}>
      <div className={promo.panel}>
        <div className={promo.art}>
          <Skeleton height="100%" />
        </div>
      </div>
      <div className={split.form}>
        <ModalTitle>{title}</ModalTitle>
        <ModalBody>
          <div className={split.waiting} role="status" aria-label={t('loading')}>
            <Skeleton height={48} radius="full" />
            {Array.from({ length: fields }, (_, index) => (
              <Skeleton key={index} height={72} />
            ))}
            <Skeleton height={52} radius="full" />
          </div>
        </ModalBody>
      </div>
    </div>
  )
}
