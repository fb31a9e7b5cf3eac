/** Reads invoices again when a framed payment page reports completion. Only the invoice decides the outcome. */
import { type RefObject, useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/use-api.ts'

export function useFrameNews(frame: RefObject<HTMLIFrameElement | null>): void {
  const client = useQueryClient()
  useEffect(() => {
    const receive = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return
      if ((data as { type?: unknown } | null)?.type === 'payment') void invalidate(client, 'GET /api/payment/invoices')
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [frame, client])
}
