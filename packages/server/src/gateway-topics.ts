import { readTopic, topicNames, topics } from '@wattkeeper/contracts/link'

const up = topicNames.filter((name) => topics[name].direction === 'up')
const down = topicNames.filter((name) => topics[name].direction === 'down')

/** The paths on which devices speak; a message carries its topic's place in this list. */
export const gatewayTopics: readonly string[] = up.map((name) => topics[name].path)

export function routeUp(topic: string): { name: string; topic: number } | undefined {
  const read = readTopic(topic)
  const place = read ? up.indexOf(read.name) : -1
  return read && place >= 0 ? { name: read.code, topic: place } : undefined
}

/** A device hears its own commands and upgrades; one wildcard over all that is its own is as good. */
export function mayListen(code: string, filter: string): boolean {
  if (filter === `v1/${code}/#`) return true
  const read = readTopic(filter)
  return read !== undefined && read.code === code && down.includes(read.name)
}
