/** HTTP statuses by name. Imported as a namespace (`HttpStatus.notFound`), every value is inlined in the browser's build. */
export const ok = 200
export const created = 201
export const accepted = 202
export const noContent = 204
export const multipleChoices = 300
export const movedPermanently = 301
export const found = 302
export const seeOther = 303
export const badRequest = 400
export const unauthorized = 401
export const forbidden = 403
export const notFound = 404
export const methodNotAllowed = 405
export const requestTimeout = 408
export const conflict = 409
export const preconditionFailed = 412
export const gone = 410
export const contentTooLarge = 413
export const uriTooLong = 414
export const unsupportedMediaType = 415
export const unprocessable = 422
export const tooEarly = 425
export const tooManyRequests = 429
export const headersTooLarge = 431
export const internalServerError = 500
export const badGateway = 502
export const serviceUnavailable = 503

/** The status of a client error without a response. */
export const noAnswer = 0
