export { boards, catalogue, describeBoard, isBoard, layoutOf } from './catalogue.ts'
export type { Board, BoardDescription, BoardValues, Layout, UnitsDescription } from './catalogue.ts'
export type { Command, CommandReply, UpgradeOrder, UpgradeProgress } from './commands.ts'
export { bayControls, controlNamed, controlTakes, controls, lightByState, ofBay } from './controls.ts'
export type { Control } from './controls.ts'
export {
  containerLayout,
  containerTrailerBytes,
  isContainer,
  readContainerHeader,
  writeContainerHeader,
} from './firmware-container.ts'
export type { ContainerFault, ContainerHeader } from './firmware-container.ts'
export type { AlarmReport, EventReport, Info, Telemetry, TelemetryReport } from './payloads.ts'
export { directionOf, hasTwoStates, headed, readValue, readingColumns } from './reading.ts'
export type { Read, ReadingColumn } from './reading.ts'
export type { Signal, SignalKind } from './signal.ts'
export { readTopic, topicNames, topicOf, topics } from './topics.ts'
export type { Topic, TopicName } from './topics.ts'
