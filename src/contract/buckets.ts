// The periods that moments can be grouped by. In a file of its own, for code that needs no schema.

export const bucketNames = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const;
export type BucketName = (typeof bucketNames)[number];
