import type { ParamValue } from './machine.ts'

const oneOf = (value: ParamValue) => (['0', '1'].includes(String(value)) ? undefined : 'takes 0 or 1')

const within = (least: number, most: number) => (value: ParamValue) => {
  const number = Number(value)
  return Number.isInteger(number) && number >= least && number <= most
    ? undefined
    : `takes ${least} to ${most}`
}

const matching = (pattern: RegExp, said: string) => (value: ParamValue) =>
  pattern.test(String(value)) ? undefined : said

interface Param {
  readonly factory: ParamValue
  readonly refuse: (value: ParamValue) => string | undefined
}

/** The parameters of a cabinet, with what it left the factory with. */
const params: Readonly<Record<string, Param>> = {
  '02121001': { factory: 0, refuse: oneOf },
  '02121002': { factory: 0, refuse: oneOf },
  '02121003': { factory: 0, refuse: oneOf },
  '02121004': { factory: 0, refuse: oneOf },
  '02121005': { factory: 95, refuse: within(50, 100) },
  '02121006': { factory: 60, refuse: within(40, 85) },
  '02121007': { factory: 1, refuse: oneOf },
  '02121008': { factory: 0, refuse: oneOf },
  '02121009': { factory: 5, refuse: within(1, 3_600) },
  '02121010': { factory: '6232514', refuse: matching(/^[0-8]{7}$/, 'takes seven digits 0 to 8') },
  '02121011': { factory: '127.0.0.1:1883', refuse: matching(/^[^\s:]+:\d{1,5}$/, 'takes host:port') },
}

export const defaultParams = () =>
  new Map(Object.entries(params).map(([id, { factory }]): [string, ParamValue] => [id, factory]))

/** Why a cabinet would not take this value; undefined when it would. */
export function refuseParam(id: string, value: ParamValue): string | undefined {
  const param = params[id]
  if (!param) return `unknown parameter ${id}`
  const refusal = param.refuse(value)
  return refusal && `parameter ${id} ${refusal}`
}
