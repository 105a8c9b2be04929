/** Stands in for antd's column filter menu in the build: filtering happens in the filter bar (decision 0041). */
const FilterDropdown = () => null
export default FilterDropdown
export const flattenKeys = (): string[] => []
