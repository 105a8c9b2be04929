export const zh = { outOfRange: '超出合理范围 {min} ~ {max}' } as const
