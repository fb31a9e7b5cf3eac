/** A QR code. Its encoder is loaded on demand, because most payments need none. */
import { Suspense } from 'react'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { later } from '../../render/later.ts'
import { NotLoaded } from '../../render/optional.tsx'

const missing = { default: NotLoaded }
/** If the encoder fails to load, a message replaces the code, and the address next to it can still be copied. */
export const qrPicture = later<{ content: string; label: string }>('features/payments/qr-picture.tsx', () =>
  import('./qr-picture.tsx').catch(() => missing),
)

export function QrCode({ content, label }: { content: string; label: string }) {
  return (
    <Suspense fallback={<Skeleton width={176} height={176} />}>
      <qrPicture.View content={content} label={label} />
    </Suspense>
  )
}
