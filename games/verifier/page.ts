export const renderVerifyPage = (_: unknown): string => ''
