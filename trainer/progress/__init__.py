"""What a user has done, as facts and as sums over them. Pure: ids, outcomes and times in, values out."""
