// The periods that moments can be grouped by. By themselves, for those who need no schema.

export const bucketNames = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const;
export type BucketName = (typeof bucketNames)[number];
